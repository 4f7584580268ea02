// The name of a hand's kind, by which the tables of the ruleset tell hands apart besides their total.

const FIVE_TEN_KING = "five-ten-king";

/** The kind: how it finished, or its capture, who showed red fives (`+`) and what jokers are buried (`*`, `!`). */
export function kindOf({ kinds }, level, payload, ended) {
  if (ended) return "ended";
  if (payload.finish) return finishKind(payload);
  return captureKind(kinds, level, payload) + bidKind(payload) + jokerKind(kinds.jokers, payload);
}

function finishKind({ declarer, finish }) {
  return `${finish[0][0] === declarer ? "declarer" : "attackers"}-${partnerOf({ finish })}`;
}

/** The place in which the other player of the winning side finished. */
export const partnerOf = ({ finish }) => finish.findIndex((code, at) => at > 0 && code[0] === finish[0][0]) + 1;

/** A capture by 5-10-K or with the level card that sends a side somewhere, and whether the table points suffice. */
function captureKind(kinds, level, { capture = "none", capture_level_card: card, table_points: points = 0 }) {
  if (capture === "none") return "none";
  const short = (enough) => (enough ? "" : "-short");
  if (capture === FIVE_TEN_KING && kinds.five_ten_king !== null) return capture + short(points > kinds.five_ten_king);
  const shape = capture.startsWith("tractor-") ? "tractor" : capture;
  const fits = (row) => row.at === level && row.shape === shape && ["any", card].includes(row.card);
  const at = card ? kinds.demotions.findIndex(fits) : -1;
  return at < 0 ? "captured" : `demotion-${at}-${card}${short(points >= kinds.demotions[at].from)}`;
}

function bidKind({ declarer, special_bid: bid }) {
  if (!bid) return "";
  return bid.side === declarer ? "+declarer" : "+attackers";
}

function jokerKind(jokers, { kitty_jokers: buried, dry_kitty: dry }) {
  if (!jokers || !buried || (dry && !jokers.dry)) return "";
  const { small = 0, big = 0 } = buried;
  const worth = small * jokers.small + big * jokers.big;
  const many = jokers.early !== null && Math.max(small, big) >= jokers.early;
  return (worth ? `*${worth}` : "") + (many ? "!" : "");
}
