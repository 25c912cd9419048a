import { Lock } from 'lucide-react'
import { HomeLink } from './home-link.tsx'
import { NotePage } from './note-page.tsx'
import { spec, texts } from './texts.ts'

export function RestrictedScreen() {
  return (
    <NotePage icon={Lock} tone="warning" title={texts.places.restricted} action={<HomeLink variant="primary" />}>
      <p>{spec.restricted}</p>
      <p>{texts.restrictedAdvice}</p>
    </NotePage>
  )
}
