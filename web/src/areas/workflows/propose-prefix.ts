const LENGTH = 3
/** What a workflow without a name is numbered by. */
const USUAL = 'WF'

/** "Purchase request" is numbered PUR-1, PUR-2 and so on, unless somebody writes other letters. */
export function proposedPrefix(name: string): string {
  const [first = ''] = name
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9 ]/g, '')
    .split(' ')
    .filter((word) => word.length > 1)
  return first.slice(0, LENGTH)
}

/** The prefix after the name has changed: it follows until somebody wrote one. */
export function followingPrefix(name: string, prefix: string, next: string): string {
  const isOwn = prefix !== '' && prefix !== USUAL && prefix !== proposedPrefix(name)
  return isOwn ? prefix : proposedPrefix(next) || USUAL
}
