/** The beginning of a text, never with half of a pair at its end: that could not be stored. */
export const truncate = (text: string, most: number): string => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
