// What the page says of the match once and for all: ladders of offences, multipliers, seats, clocks.

export const facts = JSON.parse(document.getElementById("facts")?.textContent ?? "{}");

const SEATS = { a: ["n", "s"], b: ["e", "w"] };

/** The side across the table. */
export const OTHER = { a: "b", b: "a" };

/** The seat of a player: side a sits n and s, side b e and w. */
export const seatOf = (side, number) => SEATS[side][number - 1];

/** The side and number of who sits there. */
export function whoSits(seat) {
  const side = SEATS.a.includes(seat) ? "a" : "b";
  return { side, player: SEATS[side].indexOf(seat) + 1 };
}

/** The seat that declares next: the next seat in the order of play of the side on stage. */
export function nextSeat(last, onStage, replayed) {
  const { order, replay_same: stays } = facts.seats;
  if (!last || !onStage) return null;
  if (stays && replayed) return last;
  const from = order.indexOf(last);
  return [1, 2].map((step) => order[(from + step) % 4]).find((seat) => SEATS[onStage].includes(seat)) ?? null;
}
