import { RECOVERY_CODES } from '@throughline/contracts/account'
import type { Profile } from '@throughline/contracts/profile'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { dateText } from '../../../shared/format/time.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'
import { turnOff } from '../../auth/account.api.ts'
import { useProfileChanges } from '../profile.api.ts'
import { texts } from '../profile.texts.ts'
import { CodeDialog } from './code-dialog.tsx'
import { RenewCodesDialog } from './renew-codes-dialog.tsx'
import { SecurityLine } from './security-line.tsx'
import { SetUpDialog } from './set-up-dialog.tsx'

const words = texts.security

export function TwoFactorLine({ profile }: { profile: Profile }) {
  const { refresh } = useProfileChanges(profile.id)
  const [open, setOpen] = useState<'set-up' | 'renew' | 'turn-off'>()
  const close = () => setOpen(undefined)
  const end = async (code: string) => {
    await turnOff(code)
    await refresh()
    close()
    toast.success(words.turnedOff)
  }
  return (
    <>
      <SecurityLine icon={ShieldCheck} title={words.twoFactor} text={stateOf(profile)}>
        {profile.two_factor_enabled ? (
          <>
            <Button size="sm" onClick={() => setOpen('renew')}>
              {words.renew}
            </Button>
            <Button size="sm" onClick={() => setOpen('turn-off')}>
              {words.turnOff}
            </Button>
          </>
        ) : (
          <Button size="sm" onClick={() => setOpen('set-up')}>
            {words.turnOn}
          </Button>
        )}
      </SecurityLine>
      {open === 'set-up' && (
        <SetUpDialog
          profile={profile}
          onClose={close}
          onOn={() => void refresh().then(() => toast.success(words.turnedOn))}
        />
      )}
      {open === 'renew' && <RenewCodesDialog name={profile.email} onClose={close} onRenewed={refresh} />}
      {open === 'turn-off' && (
        <CodeDialog
          title={words.turnOffTitle}
          note={words.turnOffNote}
          submit={words.turnOff}
          onCode={end}
          onClose={close}
        />
      )}
    </>
  )
}

function stateOf({ two_factor_enabled, two_factor_since, recovery_codes_left, time_zone }: Profile): string {
  if (!two_factor_enabled || !two_factor_since) return words.off
  return words.on(dateText(two_factor_since, time_zone), recovery_codes_left, RECOVERY_CODES)
}
