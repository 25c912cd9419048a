import { ApiError } from '@throughline/contracts/client'
import { CODES } from '@throughline/contracts/errors'
import type { Profile } from '@throughline/contracts/profile'
import { useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

const isUnconfirmed = (error: unknown) => error instanceof ApiError && error.code === CODES.confirmationRequired

/**
 * For acts that a session alone may not do: where the server asks for it, the person confirms who they are, and the act
 * is done again. The dialog stands outside of forms, whose submission it would otherwise take part in.
 */
export function useConfirmation(profile: Profile) {
  const [waiting, setWaiting] = useState<{ settle: (confirmed: boolean) => void }>()

  /** False where the person did not confirm; the act is not done then. */
  const run = async (act: () => Promise<unknown>): Promise<boolean> => {
    try {
      await act()
      return true
    } catch (error) {
      if (!isUnconfirmed(error)) throw error
    }
    const confirmed = await new Promise<boolean>((settle) => setWaiting({ settle }))
    setWaiting(undefined)
    if (confirmed) await act()
    return confirmed
  }

  const dialog = waiting && (
    <ConfirmDialog profile={profile} onConfirmed={() => waiting.settle(true)} onCancel={() => waiting.settle(false)} />
  )
  return { run, dialog }
}
