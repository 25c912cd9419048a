import { parse } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import { forgetStored, readStored, writeStored } from '../../../ui/stored.ts'
import { LOCAL_COPIES } from './copies-key.ts'

/** What has not reached the server yet, with what it was made from. `version` is null before the first save. */
export interface LocalCopy {
  doc: FlowDoc
  base: FlowDoc
  version: number | null
}

/** Kept in this browser only until the server has it, so that a closed tab or a dead line loses nothing. */
export interface LocalCopies {
  read: () => LocalCopy | undefined
  keep: (copy: LocalCopy) => void
  forget: () => void
}

export function localCopies(member: string, workflow: string): LocalCopies {
  const key = `${LOCAL_COPIES}${member}.${workflow}`
  return {
    read: () => readCopy(readStored(key)),
    keep: (copy) => void writeStored(key, JSON.stringify(copy)),
    forget: () => forgetStored(key),
  }
}

function readCopy(text: string | null): LocalCopy | undefined {
  if (!text) return undefined
  try {
    const kept: unknown = JSON.parse(text)
    if (typeof kept !== 'object' || kept === null || !('doc' in kept) || !('base' in kept)) return undefined
    const version = 'version' in kept && typeof kept.version === 'number' ? kept.version : null
    return { doc: parse(kept.doc).doc, base: parse(kept.base).doc, version }
  } catch {
    return undefined
  }
}
