import type { Profile } from '@throughline/contracts/profile'
import { KeyRound } from 'lucide-react'
import { dateText } from '../../../shared/format/time.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { isSingleSignOn } from '../profile.api.ts'
import { spec, texts } from '../profile.texts.ts'
import { ChangePassword } from './change-password.tsx'
import { Devices } from './devices.tsx'
import { GoogleLine } from './google-line.tsx'
import { SecurityLine } from './security-line.tsx'
import { TwoFactorLine } from './two-factor-line.tsx'
import { useInlineForm } from './use-inline-form.ts'

const securityTexts = texts.security

export function Security({ profile }: { profile: Profile }) {
  const factors = profile.two_factor_enabled ? (
    <Tag tone="success">{securityTexts.twoFactors}</Tag>
  ) : (
    <Tag tone="warning">{securityTexts.oneFactor}</Tag>
  )
  return (
    <Card title={securityTexts.title} action={factors}>
      <div className="divide-y">
        <PasswordLine profile={profile} />
        <TwoFactorLine profile={profile} />
        <GoogleLine profile={profile} />
        <Devices timeZone={profile.time_zone} />
      </div>
    </Card>
  )
}

function PasswordLine({ profile }: { profile: Profile }) {
  const { isOpen: open, setOpen, opener, close } = useInlineForm()
  return (
    <>
      <SecurityLine icon={KeyRound} title={securityTexts.password} text={passwordState(profile)}>
        {!isSingleSignOn(profile) && profile.has_password && (
          <Button ref={opener} aria-expanded={open} onClick={() => setOpen(!open)}>
            {spec.changePassword}
          </Button>
        )}
      </SecurityLine>
      {open && <ChangePassword profile={profile} onClose={close} />}
    </>
  )
}

function passwordState(profile: Profile): string {
  if (isSingleSignOn(profile)) return texts.personal.singleSignOn
  if (!profile.has_password) return securityTexts.noPassword
  if (!profile.password_changed_at) return securityTexts.neverChanged
  return securityTexts.changedOn(dateText(profile.password_changed_at, profile.time_zone))
}
