// Numeric annotation glyphs as signs; others are shown as their number.

const signs = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 10: "=", 13: "∞", 14: "+=", 15: "=+", 16: "±", 17: "∓", 18: "+−", 19: "−+",
    22: "⊙", 23: "⊙", 32: "↻", 33: "↻", 36: "↑", 37: "↑", 40: "→", 41: "→", 44: "=∞", 45: "=∞", 132: "⇆", 133: "⇆", 138: "⊕", 139: "⊕", 140: "∆", 146: "N" };

export const sign = (value) => signs[value] ?? `$${value}`;

/** Tells signs that stand at the move itself from those that stand behind it. */
export const isOfMove = (value) => value >= 1 && value <= 9;
