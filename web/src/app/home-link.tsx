import { Link } from '@tanstack/react-router'
import { type ButtonVariant, buttonClass } from '../ui/button-style.ts'
import { texts } from './texts.ts'

export function HomeLink({ variant = 'secondary' }: { variant?: ButtonVariant }) {
  return (
    <Link to="/home" className={buttonClass({ variant })}>
      {texts.backHome}
    </Link>
  )
}
