import { numberedName } from '../numbered-name.ts'

/** What one system or another takes for more than a letter of a name. */
const SPECIAL = /[<>:"/\\|?*\p{Cc}]/gu
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

const safe = (name: string) =>
  name
    .replace(SPECIAL, '_')
    .replace(/[. ]+$/, '')
    .replace(DEVICE, '$1_') || 'file'

/** No two files of an archive have one name, also where letter case and accents' spelling count for nothing. */
export function createEntryNames(): (name: string) => string {
  const taken = new Set<string>()
  return (given) => {
    const name = safe(given)
    let made = name
    for (let number = 2; taken.has(made.normalize('NFC').toLowerCase()); number++) made = numberedName(name, number)
    taken.add(made.normalize('NFC').toLowerCase())
    return made
  }
}
