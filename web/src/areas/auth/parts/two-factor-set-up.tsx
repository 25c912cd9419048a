import type { Profile } from '@throughline/contracts/profile'
import { useState } from 'react'
import { confirmSetUp } from '../account.api.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { ScanStage, type TotpKey } from './scan-stage.tsx'
import { texts } from './second-factor.texts.ts'
import { StageButtons } from './stage-buttons.tsx'
import { StartStage } from './start-stage.tsx'

export type SetUpStage = 'start' | 'scan' | 'codes'

type TwoFactorSetUpProps = {
  profile: Profile
  /** Whose recovery codes these are. */
  name: string
  /** Two factors are on, and the recovery codes have been seen. */
  onDone: () => void
  onCancel?: (() => void) | undefined
  onStage?: (stage: SetUpStage) => void
}

/** Password, key for the app, a first code, recovery codes. The same in the profile and where two factors are required. */
export function TwoFactorSetUp({ profile, name, onDone, onCancel, onStage }: TwoFactorSetUpProps) {
  const [key, setKey] = useState<TotpKey>()
  const [codes, setCodes] = useState<string[]>()
  const confirm = async (code: string) => {
    setCodes(await confirmSetUp(code))
    onStage?.('codes')
  }
  if (codes)
    return (
      <>
        <RecoveryCodes codes={codes} name={name} />
        <StageButtons submit={texts.done} onSubmit={onDone} />
      </>
    )
  if (key) return <ScanStage totp={key} onCode={confirm} onCancel={onCancel} />
  return (
    <StartStage
      profile={profile}
      onCancel={onCancel}
      onKey={(next) => {
        setKey(next)
        onStage?.('scan')
      }}
    />
  )
}
