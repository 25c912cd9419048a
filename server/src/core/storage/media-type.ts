import { fileTypeFromBuffer } from 'file-type'

/** How much of a file's beginning is looked at. */
export const SNIFFED_BYTES = 65_536

function isText(head: Buffer): boolean {
  try {
    // The last character may be cut in half: streaming leaves it open.
    return !new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true }).includes('\0')
  } catch {
    return false
  }
}

/** By the bytes alone. Every text, also HTML or a script, is plain text: nothing here makes it runnable. */
export async function mediaTypeOf(head: Buffer): Promise<string> {
  const found = await fileTypeFromBuffer(head)
  if (found) return found.mime
  return head.length > 0 && isText(head) ? 'text/plain' : 'application/octet-stream'
}

/** Texts carry no mark of their kind: of what are known to be texts, the name says which are tables. */
export const kindOfText = (mediaType: string, fileName: string): string =>
  mediaType === 'text/plain' && /\.csv$/i.test(fileName) ? 'text/csv' : mediaType
