import { Link } from '@tanstack/react-router'
import { linkClass } from '../../../ui/link-style.ts'
import { spec, texts } from '../auth.texts.ts'

const bottomLine = 'mt-6 text-center text-fg-2'

export function ToSignin() {
  return (
    <p className={bottomLine}>
      {texts.haveAccount}{' '}
      <Link to="/signin" className={linkClass}>
        {spec.signIn}
      </Link>
    </p>
  )
}

export function ToRegister() {
  return (
    <p className={bottomLine}>
      {texts.newHere}{' '}
      <Link to="/register" className={linkClass}>
        {spec.register}
      </Link>
    </p>
  )
}
