import type { UsableBy } from '@throughline/contracts/connections'
import type { ConnectionId } from '@throughline/contracts/ids'
import { isId } from '../../../shared/address-params.ts'
import { forgetStored, readStored, writeStored } from '../../../ui/stored.ts'

/** What the panel held when the person went to the provider. They may come back in another tab. */
export interface SignInDraft {
  name: string
  usableBy: UsableBy
  scopes: string[]
  /** The one that takes the new sign-in, where none is made. */
  connectionId?: ConnectionId | undefined
}

const BEGINNING = 'tl.sign-in.'

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

export function readDraft(signInId: string | undefined): SignInDraft | undefined {
  const kept = signInId === undefined ? null : readStored(BEGINNING + signInId)
  if (kept === null) return undefined
  try {
    const value: Partial<Record<keyof SignInDraft, unknown>> = JSON.parse(kept)
    const { name, usableBy, scopes, connectionId } = value
    if (typeof name !== 'string' || !isTexts(scopes)) return undefined
    return {
      name,
      scopes,
      usableBy: usableBy === 'everyone' ? 'everyone' : 'owner',
      ...(isId<ConnectionId>(connectionId) && { connectionId }),
    }
  } catch {
    return undefined
  }
}

/** One at a time: what an earlier sign-in left behind goes. */
export function keepDraft(signInId: string, draft: SignInDraft) {
  forgetStored(BEGINNING)
  writeStored(BEGINNING + signInId, JSON.stringify(draft))
}

export const forgetDraft = () => forgetStored(BEGINNING)
