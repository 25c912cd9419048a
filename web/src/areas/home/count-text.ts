import { texts } from './home.texts.ts'

/** The server counts no further. */
const MOST = 1000

export const countText = (count: number): string => (count >= MOST ? texts.most : String(count))
