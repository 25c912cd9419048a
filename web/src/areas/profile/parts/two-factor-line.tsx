import { RECOVERY_CODES } from '@throughline/contracts/account'
import type { Profile } from '@throughline/contracts/profile'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { dateText } from '../../../shared/format/time.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { newRecoveryCodes, turnOff } from '../../auth/account.api.ts'
import { CodeForm } from '../../auth/parts/code-form.tsx'
import { RecoveryCodes } from '../../auth/parts/recovery-codes.tsx'
import { texts as factor } from '../../auth/parts/second-factor.texts.ts'
import { StageButtons } from '../../auth/parts/stage-buttons.tsx'
import { type SetUpStage, TwoFactorSetUp } from '../../auth/parts/two-factor-set-up.tsx'
import { useProfileChanges } from '../profile.api.ts'
import { texts } from '../profile.texts.ts'
import { SecurityLine } from './security-line.tsx'

const securityTexts = texts.security

export function TwoFactorLine({ profile }: { profile: Profile }) {
  const { refresh } = useProfileChanges(profile.id)
  const [open, setOpen] = useState<'set-up' | 'renew' | 'turn-off'>()
  const close = () => setOpen(undefined)
  const end = async (code: string) => {
    await turnOff(code)
    await refresh()
    close()
    toast.success(securityTexts.turnedOff)
  }
  return (
    <>
      <SecurityLine icon={ShieldCheck} title={securityTexts.twoFactor} text={stateOf(profile)}>
        {profile.two_factor_enabled ? (
          <>
            <Button size="sm" onClick={() => setOpen('renew')}>
              {securityTexts.renew}
            </Button>
            <Button size="sm" onClick={() => setOpen('turn-off')}>
              {securityTexts.turnOff}
            </Button>
          </>
        ) : (
          <Button size="sm" onClick={() => setOpen('set-up')}>
            {securityTexts.turnOn}
          </Button>
        )}
      </SecurityLine>
      {open === 'set-up' && (
        <SetUpDialog
          profile={profile}
          onClose={close}
          onOn={() => void refresh().then(() => toast.success(securityTexts.turnedOn))}
        />
      )}
      {open === 'renew' && <RenewCodesDialog name={profile.email} onClose={close} onRenewed={refresh} />}
      {open === 'turn-off' && (
        <CodeDialog
          title={securityTexts.turnOffTitle}
          note={securityTexts.turnOffNote}
          submit={securityTexts.turnOff}
          onCode={end}
          onClose={close}
        />
      )}
    </>
  )
}

function stateOf({ two_factor_enabled, two_factor_since, recovery_codes_left, time_zone }: Profile): string {
  if (!two_factor_enabled || !two_factor_since) return securityTexts.off
  return securityTexts.on(dateText(two_factor_since, time_zone), recovery_codes_left, RECOVERY_CODES)
}

type CodeDialogProps = {
  title: string
  note: string
  submit: string
  onCode: (code: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for a code before something that a stolen session alone must not do. */
function CodeDialog({ title, note, submit, onCode, onClose }: CodeDialogProps) {
  return (
    <Dialog onClose={onClose} title={title} note={note} width={440}>
      <CodeForm submit={submit} onCode={onCode} onCancel={onClose} />
    </Dialog>
  )
}

type RenewCodesDialogProps = { name: string; onClose: () => void; onRenewed: () => Promise<unknown> }

function RenewCodesDialog({ name, onClose, onRenewed }: RenewCodesDialogProps) {
  const [codes, setCodes] = useState<string[]>()
  const renew = async (code: string) => {
    setCodes(await newRecoveryCodes(code))
    await onRenewed()
  }
  return (
    <Dialog
      onClose={onClose}
      title={securityTexts.renewTitle}
      note={codes ? undefined : securityTexts.renewNote}
      width={codes ? 520 : 440}
      stays={codes !== undefined}
    >
      {codes ? (
        <>
          <RecoveryCodes codes={codes} name={name} />
          <StageButtons submit={factor.done} onSubmit={onClose} />
        </>
      ) : (
        <CodeForm submit={securityTexts.renew} onCode={renew} onCancel={onClose} />
      )}
    </Dialog>
  )
}

type SetUpDialogProps = { profile: Profile; onClose: () => void /** Two factors are on now. */; onOn: () => void }

function SetUpDialog({ profile, onClose, onOn }: SetUpDialogProps) {
  const [stage, setStage] = useState<SetUpStage>('start')
  const close = () => {
    if (stage === 'codes') onOn()
    onClose()
  }
  return (
    <Dialog
      onClose={close}
      title={factor.setUpTitle}
      note={stage === 'codes' ? factor.stepTwo : factor.stepOne}
      width={560}
      stays={stage === 'codes'}
    >
      <TwoFactorSetUp profile={profile} name={profile.email} onStage={setStage} onDone={close} onCancel={onClose} />
    </Dialog>
  )
}
