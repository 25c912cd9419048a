import { Link } from '@tanstack/react-router'
import { Unlink } from 'lucide-react'
import { buttonClass } from '../../../ui/button-style.ts'
import { spec } from '../auth.texts.ts'
import { AuthFrame } from './auth-frame.tsx'
import { ToSignin } from './auth-links.tsx'
import { AuthTitle } from './auth-title.tsx'

export type UsedLinkWords = { why: string; way: string }

/** The link was used before, or is too old: why, and the way to a new password. */
export function UsedLink({ why, way }: UsedLinkWords) {
  return (
    <AuthFrame>
      <AuthTitle title={spec.invalidLink} icon={Unlink}>
        {why}
      </AuthTitle>
      <Link to="/forgot-password" className={buttonClass({ variant: 'primary', size: 'lg', block: true })}>
        {way}
      </Link>
      <ToSignin />
    </AuthFrame>
  )
}
