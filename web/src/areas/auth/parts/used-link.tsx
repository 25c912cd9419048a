import { Link } from '@tanstack/react-router'
import { Unlink } from 'lucide-react'
import { buttonClass } from '../../../ui/button-style.ts'
import { spec, texts } from '../auth.texts.ts'
import { AuthFrame } from './auth-frame.tsx'
import { ToSignin } from './auth-links.tsx'
import { AuthTitle } from './auth-title.tsx'

/** The link was used before, or is too old: why, and the way to a new password. */
export function UsedLink({ why }: { why: string }) {
  return (
    <AuthFrame>
      <AuthTitle title={spec.invalidLink} icon={Unlink}>
        {why}
      </AuthTitle>
      <Link to="/forgot-password" className={buttonClass({ variant: 'primary', size: 'lg', block: true })}>
        {texts.sendNewLink}
      </Link>
      <ToSignin />
    </AuthFrame>
  )
}
