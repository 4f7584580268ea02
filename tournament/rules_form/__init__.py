"""A form for a whole ruleset, made from the schema of the document itself."""

from .fields import Node, Section, sections
from .marks import mark_sections, marks_of
from .places import control_of, labels
from .read import document_of
from .tree import Tree, flat, grown, shrunk, tree_of_document, tree_of_pairs
from .words import place_words, sentence

__all__ = [
    "Node", "Section", "Tree", "control_of", "document_of", "flat", "grown", "labels", "mark_sections", "marks_of",
    "place_words", "sections", "sentence", "shrunk", "tree_of_document", "tree_of_pairs",
]  # fmt: skip
