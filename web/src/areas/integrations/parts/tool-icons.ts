import type { CatalogueTool } from '@throughline/contracts/connections'
import { createLucideIcon, type LucideIcon, Plug } from 'lucide-react'
import type { Tone } from '../../../ui/tone.ts'

type ToolIcon = { icon: LucideIcon; tone: Tone }

/** Drawn by us on a grid of 24, in lines: they stand for what a tool does, not for its brand. */
const drawn = (name: string, tone: Tone, ...lines: string[]): ToolIcon => ({
  icon: createLucideIcon(
    `tool-${name}`,
    lines.map((d) => ['path', { d, key: d }]),
  ),
  tone,
})

const globe = drawn(
  'globe',
  'neutral',
  'M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18Z',
  'M3.5 9h17M3.5 15h17',
  'M12 3c-4.5 5-4.5 13 0 18M12 3c4.5 5 4.5 13 0 18',
)

export const LANGUAGE_MODEL = drawn(
  'robot',
  'accent',
  'M6.5 8.5h11a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-11a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2Z',
  'M12 8.5v-4M10 4.5h4M2 13v3M22 13v3',
  'M9.5 13v2M14.5 13v2',
)

/** By the ids of the product's own tools, which never change. */
const OF_TOOLS: Record<string, ToolIcon> = {
  'http.request': globe,
  'email.send': drawn('plane', 'info', 'M21 3 3.5 9.5l7.5 4 3.5 7Z', 'M11 13.5 21 3'),
  'c0000001-0000-4000-8000-000000000000': globe,
  'c0000002-0000-4000-8000-000000000000': drawn('envelope', 'info', 'M3 6h18v13H3Z', 'm3 7 9 7 9-7'),
  'c0000003-0000-4000-8000-000000000000': drawn(
    'bucket',
    'success',
    'M4 6c0-1.7 3.6-3 8-3s8 1.3 8 3-3.6 3-8 3-8-1.3-8-3Z',
    'm4 6 2 13.5c.2 1 2.8 1.5 6 1.5s5.8-.5 6-1.5L20 6',
  ),
  'c0000004-0000-4000-8000-000000000000': drawn(
    'cylinder',
    'info',
    'M4 6c0-1.7 3.6-3 8-3s8 1.3 8 3-3.6 3-8 3-8-1.3-8-3Z',
    'M4 6v12c0 1.7 3.6 3 8 3s8-1.3 8-3V6',
    'M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3',
  ),
  'c0000005-0000-4000-8000-000000000000': drawn('hash', 'violet', 'M10 3 7.5 21M16.5 3 14 21', 'M4 8.5h17M3 15.5h17'),
  'c0000006-0000-4000-8000-000000000000': drawn(
    'people',
    'violet',
    'M9 4.5a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 1 0 0-6.4Z',
    'M2.5 20c0-3.6 2.9-6 6.5-6s6.5 2.4 6.5 6',
    'M16 5a3 3 0 0 1 0 5.8M18 14.6c2.2.9 3.5 2.9 3.5 5.4',
  ),
  'c0000007-0000-4000-8000-000000000000': LANGUAGE_MODEL,
  'c0000101-0000-4000-8000-000000000000': drawn(
    'shapes',
    'success',
    'M4 4h6.5v6.5H4Z',
    'M17 3.8a3.4 3.4 0 1 0 0 6.8 3.4 3.4 0 1 0 0-6.8Z',
    'M7.2 13.5 11 20.5H3.5Z',
    'M13.5 13.5H20V20h-6.5Z',
  ),
  'c0000102-0000-4000-8000-000000000000': drawn('window', 'warning', 'M4 4h16v16H4Z', 'M4 9.5h16M10 9.5V20'),
}

/** What a workspace added shows what it is for. */
const OF_CATEGORIES: Record<string, ToolIcon> = {
  'customer-support': drawn('bubble', 'violet', 'M4 4.5h16v11.5h-9L6.5 20v-4H4Z', 'M8 9h8M8 12h5'),
  sales: drawn('building', 'info', 'M5 21V4h9v17M14 10h5v11M3 21h18', 'M8 8h3M8 12h3M8 16h3'),
  marketing: drawn('horn', 'warning', 'M4 10v4l12 5V5Z', 'M7 15.5 8.5 20H11l-1.3-3.5M19 9.5c1.3 1.4 1.3 3.6 0 5'),
  development: drawn('code', 'neutral', 'm8 7-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14'),
  finance: drawn('bank', 'success', 'M3 9.5 12 4l9 5.5Z', 'M6 12.5V17M10 12.5V17M14 12.5V17M18 12.5V17M3.5 20h17'),
  'human-resources': drawn(
    'badge',
    'violet',
    'M5 5.5h14V21H5ZM12 3v4',
    'M12 9.5a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 1 0 0-4.4Z',
    'M8.5 18c.4-1.7 1.8-2.5 3.5-2.5s3.1.8 3.5 2.5',
  ),
  productivity: drawn('list', 'accent', 'm3.5 6 1.5 1.5L8 4.5M3.5 15l1.5 1.5 3-3', 'M12 6.5h9M12 15.5h9'),
}

const OTHERS: ToolIcon = { icon: Plug, tone: 'accent' }

export const toolIcon = ({ id, categories = [] }: { id: string; categories?: CatalogueTool['categories'] }): ToolIcon =>
  OF_TOOLS[id] ?? OF_CATEGORIES[categories[0] ?? ''] ?? OTHERS
