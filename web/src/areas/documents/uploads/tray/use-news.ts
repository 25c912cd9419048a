import { useEffect, useRef, useState } from 'react'
import type { Phase, Upload } from '../engine/upload.ts'
import { rowText } from './row-words.ts'

/** Told to those who listen; progress is not, it would never end. */
const NEWS: readonly Phase[] = [
  'lost',
  'locked',
  'offline',
  'infected',
  'failed',
  'refused',
  'unchecked',
  'done',
  'gone',
]
const MOST_NAMED = 3

/** What has just happened, as one sentence each; `many` sums up where a lot happens at once. */
export function useNews(uploads: readonly Upload[], many: string): string {
  const before = useRef(new Map<string, Phase>())
  const [news, setNews] = useState('')
  useEffect(() => {
    const changed = uploads.filter(({ key, phase }) => before.current.get(key) !== phase && NEWS.includes(phase))
    before.current = new Map(uploads.map(({ key, phase }) => [key, phase]))
    if (changed.length === 0) return
    const said = changed.map((upload) => `${upload.name}: ${rowText(upload, Date.now())}`)
    setNews(changed.length > MOST_NAMED ? many : said.join(' '))
  }, [uploads, many])
  return news
}
