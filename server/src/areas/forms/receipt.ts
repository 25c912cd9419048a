import { randomInt } from 'node:crypto'

/** Without those that are mistaken for each other when they are read aloud or written by hand: 0 and O, 1, I and L, U and V. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTWXYZ'
const LENGTH = 8

/** Names a response for people; it opens nothing, and does not tell how many there are. */
export const newReceipt = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')

export const shownReceipt = (receipt: string): string => `${receipt.slice(0, 4)}-${receipt.slice(4)}`
