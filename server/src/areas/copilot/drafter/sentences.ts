import { SPAN } from './parse-text.ts'

/** How sentences begin and end that say more than who does what. */
const IF = '(?:if|when(?:ever)?|once|in case|as soon as|after)'
export const REJECTED = new RegExp(
  `^(?:${IF} (?:it |this |they |the [\\p{L} ]+? |that |he |she |someone |anyone |anybody |one of them |either )?(?:is |are |gets |was |has been )?(?:rejected|declined|refused|denied|not approved|disapproved|turned down|rejects?|declines?|refuses?|says? no|(?:does|do) not (?:approve|agree))(?: it| this| the \\p{L}+)?|on (?:a )?rejection|upon rejection|if (?:the answer is |it is )?no(?=,|:| then))\\b[,:]?\\s*(?:then )?(.*)$`,
  'iu',
)
export const APPROVED = new RegExp(
  `^(?:${IF} (?:it |this |they |that |the (?!manager|director)[\\p{L} ]+? |everyone |everybody |all |both )?(?:is |are |gets |has been |have been |have |has )?(?:approved|accepted|agreed|signed off|authori[sz]ed|approve|agree|done|finished|completed?|paid|received|signed|ready)(?: it)?|after (?:the |their |this |that |all )?(?:approvals?|sign-?offs?)|on approval|if (?:the answer is |it is )?yes(?=,|:| then))\\b[,:]?\\s*(?:then )?(.+)$`,
  'iu',
)
export const OTHERWISE =
  /^(?:otherwise|else|or else|if not|in all other cases|in any other case|for everything else|for all others)\b[,:]?\s*(.+)$/i
export const OR_ELSE = /\s*[,;]?\s*(?:and |but )?\b(?:otherwise|or else|else|if not)\b[,:]?\s+/i
export const CONDITION = /^(if|when(?:ever)?|in case|unless|for|provided(?: that)?)\s+(?:the case |the request )?(.+)$/i
export const WITH_CONDITION = /^(.+?)\s*,?\s+(if|when|unless|in case|provided(?: that)?)\s+(.+)$/i
export const BESIDE =
  /^(at the same time|in parallel|simultaneously|concurrently|meanwhile|in the meantime|while this happens|parallel to (?:this|that))\b[,:]?\s*(.+)$/i
export const BESIDE_AFTER = /^(.+?)\s*,?\s+(?:at the same time|in parallel|simultaneously|concurrently)$/i
export const WHILE = /^(.+?)\s*,?\s+while\s+(.+)$/i
export const EACH = /^(?:for (?:each|every)|per)\s+((?:of the )?[\p{L} -]+?)\s*[,:]\s*(.+)$/iu
export const EACH_AFTER = /^(.+?)\s+(?:for (?:each|every)|per)\s+((?:new |open )?[\p{L}-]+)$/iu
export const AFTER_SPAN = new RegExp(
  `^(?:after|in)\\s+${SPAN}\\b[,:]?\\s+(.+)$|^${SPAN}\\s+(?:later|after that|afterwards)\\b[,:]?\\s*(.+)$`,
  'i',
)
export const LATER = new RegExp(`^(.+?)\\s*,?\\s+(?:after\\s+${SPAN}|${SPAN}\\s+later)$`, 'i')
export const ON_DAY =
  /^(?:on|at|by)\s+(?:the|their)\s+((?:first|last|start|end|delivery|departure|return|due)\s+(?:day|date)|deadline)\b[,:]?\s*(.+)$/i
export const NOBODY =
  /^(?:and|they|he|she|it|this|everyone|each|both|(?:the |their )?[\p{L}]+|is due|due|(?:it|this) (?:is|must be)(?: done| due)?)?[\s,.]*$/iu
export const NEXT_ONE = /^(?:and )?(?:then|after that|afterwards|next|finally|followed by|after which)\b/i

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
