import { LOCKED_MINUTES } from '@throughline/contracts/account'
import { ApiError } from '@throughline/contracts/client'
import { CODES } from '@throughline/contracts/errors'
import { useState } from 'react'
import { useCountdown } from '../../../shared/form/use-countdown.ts'
import { useForm } from '../../../shared/form/use-form.ts'
import { texts } from './second-factor.texts.ts'

type CodeKind = 'app' | 'recovery'

const hasCode = (error: unknown, code: string): error is ApiError => error instanceof ApiError && error.code === code

const opensAt = ({ retryAfter = LOCKED_MINUTES * 60 }: ApiError) => Date.now() + retryAfter * 1_000

/** A form that asks for a code of the app, or for a recovery code; ten wrong ones lock it for a stated time. */
export function useCode(send: (code: string) => Promise<unknown>) {
  const [kind, setKind] = useState<CodeKind>('app')
  const [lockedUntil, setLockedUntil] = useState<number>()
  const lockedSeconds = useCountdown(lockedUntil)
  const recovery = kind === 'recovery'

  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => {
      if (recovery) return code.trim().length >= 6 ? {} : { code: texts.enterRecovery }
      return /^\d{6}$/.test(code) ? {} : { code: texts.enterCode }
    },
    submit: async ({ code }) => {
      if (lockedSeconds > 0) return
      try {
        await send(code.trim())
      } catch (error) {
        form.set('code', '')
        if (!hasCode(error, CODES.secondFactorLocked)) throw error
        setLockedUntil(opensAt(error))
      }
    },
    failure: { title: texts.notChecked },
    refused: (error) =>
      hasCode(error, CODES.wrongCode) ? { code: recovery ? texts.wrongRecovery : texts.wrongCode } : undefined,
  })

  const swap = () => {
    setKind(recovery ? 'app' : 'recovery')
    form.set('code', '')
  }
  return { form, recovery, swap, lockedSeconds }
}

export type Code = ReturnType<typeof useCode>
