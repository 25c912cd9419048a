import type { FlowDoc } from '@throughline/contracts/workflow-document'
import { truncate } from '../../../core/truncate.ts'

const ADDRESS = /https?:\/\/[^\s,;"”’)\]]*[^\s,;"”’)\].!?:]/gi
const MOST = 26
const MARK = 'webaddress'
const MARKED = new RegExp(`(?<!\\w)${MARK}([a-z])(?!\\w)`, 'g')

/** What stands for an address while the text is read: the dots in it would end sentences. */
export const ADDRESS_MARK = `${MARK}[a-z]`

/** The text with a word in the place of each address, and the way back for whatever was made of it. */
export function withoutAddresses(text: string) {
  const found: string[] = []
  const masked = text.replace(ADDRESS, (address) => {
    if (found.length === MOST) return address
    found.push(address)
    return `${MARK}${String.fromCharCode(96 + found.length)}`
  })
  const addressOf = (mark: string, letter: string) => found[letter.charCodeAt(0) - 97] ?? mark
  const restoredText = (given: string) => given.replace(MARKED, addressOf)
  const restoredIn = (_key: string, value: unknown): unknown =>
    typeof value === 'string' ? restoredText(value) : value
  return {
    masked,
    restored: <T>(made: T): T => (found.length === 0 ? made : JSON.parse(JSON.stringify(made), restoredIn)),
  }
}

/** A step that calls an address is called after its host. */
export function nameCalls<T extends { document: FlowDoc }>(drafted: T): T {
  for (const step of Object.values(drafted.document.steps)) {
    if (step.type !== 'tool' || step.tool_id !== 'http.request') continue
    const url = step.input?.parameters?.['url']
    const host = typeof url === 'string' ? URL.parse(url)?.host : undefined
    if (host) step.name = truncate(`Call ${host}`, 120)
  }
  return drafted
}
