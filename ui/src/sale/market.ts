/** 「2026年10月」 for the first day of a quarter. */
export const monthOf = (day: string): string => `${Number(day.slice(0, 4))}年${Number(day.slice(5, 7))}月`;

/** 「1.1」 for 11 tenths; always with one decimal, so that the column reads evenly. */
export const tenths = (value: number): string => (value / 10).toFixed(1);
