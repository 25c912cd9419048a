import { useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { newRecoveryCodes } from '../../auth/account.api.ts'
import { CodeForm } from '../../auth/parts/code-form.tsx'
import { RecoveryCodes } from '../../auth/parts/recovery-codes.tsx'
import { texts as factor } from '../../auth/parts/second-factor.texts.ts'
import { StageButtons } from '../../auth/parts/stage-buttons.tsx'
import { texts } from '../profile.texts.ts'

const words = texts.security

type RenewCodesDialogProps = { name: string; onClose: () => void; onRenewed: () => Promise<unknown> }

export function RenewCodesDialog({ name, onClose, onRenewed }: RenewCodesDialogProps) {
  const [codes, setCodes] = useState<string[]>()
  const renew = async (code: string) => {
    setCodes(await newRecoveryCodes(code))
    await onRenewed()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={words.renewTitle}
      note={codes ? undefined : words.renewNote}
      width={codes ? 520 : 440}
      stays={codes !== undefined}
    >
      {codes ? (
        <>
          <RecoveryCodes codes={codes} name={name} />
          <StageButtons submit={factor.done} onSubmit={onClose} />
        </>
      ) : (
        <CodeForm submit={words.renew} onCode={renew} onCancel={onClose} />
      )}
    </Dialog>
  )
}
