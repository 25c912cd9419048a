import type { SearchMatch } from '@throughline/contracts/search'
import { Marked } from '../../../shared/marked.tsx'
import { texts } from '../search.texts.ts'

/** Where it matched, and the piece of text that did. */
export function HitLine({ match }: { match: SearchMatch }) {
  if (match.source === 'title' || match.text === '') return null
  return (
    <span className="block truncate text-xs text-fg-2 max-[759px]:line-clamp-2 max-[759px]:whitespace-normal">
      {match.source !== 'text' && (
        <span className="text-fg-3">{texts.sourceOf(texts.source[match.source], match.label)}: </span>
      )}
      <Marked text={match.text} ranges={match.ranges} />
    </span>
  )
}
