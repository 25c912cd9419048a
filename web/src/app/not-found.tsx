import { SearchX } from 'lucide-react'
import { HomeLink } from './home-link.tsx'
import { NotePage } from './note-page.tsx'
import { texts } from './texts.ts'

/** For a thing that is not there. A path that is not there leads home instead. */
export function NotFound() {
  return (
    <NotePage icon={SearchX} title={texts.notFound.title} action={<HomeLink />}>
      <p>{texts.notFound.text}</p>
    </NotePage>
  )
}
