import type { Profile } from '@throughline/contracts/profile'
import { useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { texts } from '../../auth/parts/second-factor.texts.ts'
import { type SetUpStage, TwoFactorSetUp } from '../../auth/parts/two-factor-set-up.tsx'

type SetUpDialogProps = { profile: Profile; onClose: () => void /** Two factors are on now. */; onOn: () => void }

export function SetUpDialog({ profile, onClose, onOn }: SetUpDialogProps) {
  const [stage, setStage] = useState<SetUpStage>('start')
  const close = () => {
    if (stage === 'codes') onOn()
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={texts.setUpTitle}
      note={stage === 'codes' ? texts.stepTwo : texts.stepOne}
      width={560}
      stays={stage === 'codes'}
    >
      <TwoFactorSetUp profile={profile} name={profile.email} onStage={setStage} onDone={close} onCancel={onClose} />
    </Dialog>
  )
}
