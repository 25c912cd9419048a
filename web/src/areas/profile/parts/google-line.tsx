import type { Profile } from '@throughline/contracts/profile'
import { useState } from 'react'
import { FormProblem } from '../../../shared/form/form-problem.tsx'
import { useForm } from '../../../shared/form/use-form.ts'
import { useAct } from '../../../shared/use-act.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { ProviderButton } from '../../auth/parts/provider-button.tsx'
import { useConfirmation } from '../../auth/parts/use-confirmation.tsx'
import { reasonNotSaved, useProfileChanges } from '../profile.api.ts'
import { texts } from '../profile.texts.ts'
import { SecurityLine } from './security-line.tsx'

const securityTexts = texts.security

export function GoogleLine({ profile }: { profile: Profile }) {
  const { disconnectGoogle } = useProfileChanges(profile.id)
  const [connecting, setConnecting] = useState(false)
  const { busy, run } = useAct({ reasonOf: reasonNotSaved })
  const onlyWay = profile.google_connected && !profile.has_password
  const disconnect = () =>
    run({ call: disconnectGoogle, done: securityTexts.disconnected, failed: securityTexts.notDisconnected })
  return (
    <>
      <SecurityLine
        icon="G"
        title={securityTexts.google}
        text={
          onlyWay ? securityTexts.onlyWay : profile.google_connected ? securityTexts.googleOn : securityTexts.googleOff
        }
      >
        {profile.google_connected ? (
          <Button
            size="sm"
            variant="ghost"
            busy={busy !== undefined}
            disabled={onlyWay}
            onClick={() => void disconnect()}
          >
            {securityTexts.disconnect}
          </Button>
        ) : (
          <Button size="sm" onClick={() => setConnecting(true)}>
            {securityTexts.connect}
          </Button>
        )}
      </SecurityLine>
      {connecting && <ConnectDialog profile={profile} onClose={() => setConnecting(false)} />}
    </>
  )
}

/** The provider's own button, as on the sign-in page. */
function ConnectDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const { connectGoogle } = useProfileChanges(profile.id)
  const confirmation = useConfirmation(profile)
  const form = useForm({
    initial: {},
    check: () => ({}),
    submit: () => Promise.resolve(),
    failure: { title: securityTexts.notConnected },
  })
  const onCredential = (token: string) =>
    form.run(async () => {
      if (!(await confirmation.run(() => connectGoogle(token)))) return
      toast.success(securityTexts.connected)
      onClose()
    })
  return (
    <Dialog onClose={onClose} title={securityTexts.connectTitle} note={securityTexts.connectNote} width={400}>
      <FormProblem problem={form.problem} seconds={form.seconds} />
      <ProviderButton onCredential={onCredential} busy={form.busy} />
      {confirmation.dialog}
    </Dialog>
  )
}
