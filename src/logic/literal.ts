/**
 * Literals as small numbers: variable v is 2v, its negation 2v + 1. They index arrays
 * directly, and negating is flipping a bit.
 */
export type Literal = number;

export const positive = (variable: number): Literal => variable << 1;
export const negative = (variable: number): Literal => (variable << 1) | 1;
export const negated = (literal: Literal): Literal => literal ^ 1;
export const variableOf = (literal: Literal): number => literal >>> 1;
export const isPositive = (literal: Literal): boolean => (literal & 1) === 0;
