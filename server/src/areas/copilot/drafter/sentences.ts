/** One sentence or line of a list, as it was written, without its number and its full stop. */
export function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?;])\s+(?=\S)|\n+/)
    .map((one) =>
      one
        .replace(/^\s*(?:[-*•–—]|\(?\d{1,2}[.)]|step \d+\s*[:.)-])\s+/i, '')
        .replace(/[\s.!?;,:]+$/, '')
        .trim(),
    )
    .filter((one) => /\p{L}/u.test(one))
}

const LEAD =
  /^(?:(?:and|but|so)\s+)?(?:then|after that|after this|afterwards|thereafter|next|finally|first of all|firstly|first|secondly|second|thirdly|third|lastly|last|at the end|in the end|also|now|to begin with|subsequently|from there|once that is done|when that is done|after which|followed by)\b[,:]?\s+|^(?:and|but|so)\s+/i

/** Words that only say that something follows. */
export function withoutLead(clause: string): string {
  let rest = clause.trim()
  for (let found = LEAD.exec(rest); found && found[0].length < rest.length; found = LEAD.exec(rest))
    rest = rest.slice(found[0].length)
  return rest
}

/** Parts that follow one another by their own words. */
export const followingParts = (text: string): string[] =>
  text
    .split(
      /\s*[,;]?\s+(?=(?:and then|(?<!\band\s)then|after which|followed by|and finally|and after that|and if|but if)\s)|\s*;\s+/i,
    )
    .map((one) => one.trim())
    .filter((one) => one !== '')
