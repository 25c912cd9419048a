import { useMatches, useSearch } from '@tanstack/react-router'
import { Construction } from 'lucide-react'
import { texts } from './late.texts.ts'
import { HomeLink, NotePage } from './note-page.tsx'

/** An area that is not there yet: its name and its navigation key, and the way back. */
export function PlaceholderScreen() {
  const last = useMatches().at(-1)
  const { q: words } = useSearch({ strict: false })
  const title = last?.staticData.page?.title ?? ''
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
      <p className="pt-2 text-sm text-fg-3">
        {texts.placeholder.key}{' '}
        <code translate="no" className="ml-1 rounded-xs bg-surface-3 px-1.5 py-0.5 font-mono text-xs text-fg-2">
          {last?.staticData.placeholderFor}
        </code>
      </p>
    </NotePage>
  )
}
