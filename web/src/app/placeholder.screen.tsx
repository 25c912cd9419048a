import { useMatches, useSearch } from '@tanstack/react-router'
import { Construction } from 'lucide-react'
import { texts } from './late.texts.ts'
import { HomeLink, NotePage } from './note-page.tsx'

/** An area that is not there yet: its name and the way back. */
export function PlaceholderScreen() {
  const { q: words } = useSearch({ strict: false })
  const title = useMatches().at(-1)?.staticData.page?.title ?? ''
  return (
    <NotePage icon={Construction} title={title} action={<HomeLink />}>
      {words && (
        <p>
          {texts.placeholder.searched}{' '}
          <span translate="no" className="font-medium break-words text-fg">
            {words}
          </span>
        </p>
      )}
      <p>{texts.placeholder.text}</p>
    </NotePage>
  )
}
