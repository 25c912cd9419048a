import type { Rolldown } from 'vite'

type Name = Rolldown.CodeSplittingNameFunction
type Context = Parameters<Name>[1]

const SOURCE = `${import.meta.dirname}/src/`
const OWN =
  /\/web\/src\/|\/contracts\/src\/(client|call-keys|endpoint|errors|auth|tasks|template-lists)\.ts$|\/node_modules\/lucide-react\//
/** Imported from the first page on, and unused there: what is left of these after the build belongs to those who use it. */
const UNUSED_AT_FIRST = /\/contracts\/src\/|\/@tanstack\/.*(ueriesObserver|useQueries|utationObserver|useMutation\.)/
const ICONS_MODULE = /\/lucide-react\.mjs$/
const ICONS_IMPORTED = /import \{([^}]*)\} from ['"]lucide-react['"]/

/** The file of each icon by the names it goes by: the module itself names all that there are. */
function* iconsOf(code: string, icons: Rolldown.ModuleInfo): Generator<string> {
  for (const written of ICONS_IMPORTED.exec(code)?.[1]?.split(',') ?? []) {
    const [name] = written.trim().split(' as ')
    const [, file] = new RegExp(`default as ${name}[, ].* from '\\.(/icons/.+)'`).exec(icons.code ?? '') ?? []
    const id = file && icons.importedIds.find((one) => one.endsWith(file))
    if (id) yield id
  }
}

/** What a module cannot do without: an icon's file instead of the module that names all icons. */
function importsOf(id: string, context: Context): string[] {
  const module = context.getModuleInfo(id)
  return (module?.importedIds ?? []).flatMap((needed) => {
    const icons = ICONS_MODULE.test(needed) && context.getModuleInfo(needed)
    return icons ? [...iconsOf(module?.code ?? '', icons)] : [needed]
  })
}

/** A module and all that it cannot do without. */
function needsOf(id: string, imports: (id: string) => readonly string[]): ReadonlySet<string> {
  const needs = new Set([id])
  for (const one of needs) for (const needed of imports(one)) needs.add(needed)
  return needs
}

/** Everything that is loaded when it is wanted, from the page's first script on. */
function lateEntries(context: Context): string[] {
  const seen = new Set([`${SOURCE}app/main.tsx`])
  const late = new Set<string>()
  for (const id of seen) {
    const module = context.getModuleInfo(id)
    for (const one of module?.importedIds ?? []) seen.add(one)
    for (const one of module?.dynamicallyImportedIds ?? []) {
      seen.add(one)
      if (one.startsWith(SOURCE)) late.add(one)
    }
  }
  return [...late]
}

/** Pages of the shell that only join an area's screen to it belong to that area. */
const AREA_OF_PAGE: Record<string, string> = {
  'audit-page': 'audit',
  'decide-page': 'inbox',
  'files-page': 'documents',
  'help-page': 'help',
  'inbox-page': 'inbox',
  'org-notifications-page': 'profile',
  'profile-page': 'profile',
  'signup-page': 'auth',
  'tasks-page': 'tasks',
}
const ENTRY = /^(?:areas\/([^/]+)|app)\/(?:.*\/)?([^/]+?)(?:\.screen)?\.tsx?$/

function placeOf(entry: string): { area: string; page: string | undefined } {
  const [, area, name = ''] = ENTRY.exec(entry.slice(SOURCE.length)) ?? []
  const isPage = entry.endsWith('.screen.tsx') || name in AREA_OF_PAGE
  return { area: area ?? AREA_OF_PAGE[name] ?? 'app', page: isPage ? name : undefined }
}

/** Needed by pages of several areas, whichever of them is opened first; and the builder itself, the largest of them. */
export const FETCHED_BESIDE = /\/(parts|common|work|workflows-builder)-[\w-]+\.js$/

/** From so many areas on a part is everybody's, or one of those about work. */
const COMMON = 6
const SEVERAL = 3

/**
 * By who needs it: also those who are not signed in yet, most areas, several areas, two of them, one area's pages, or one
 * page. A part stands only with parts that the same or more need, so no two files need each other. What no page begins
 * with keeps a file of its own, but for what several late parts of the shell share.
 */
function fileOf(users: readonly string[]): string | null {
  const places = users.map(placeOf)
  const areas = [...new Set(places.map(({ area }) => area))].toSorted()
  if (areas.length >= SEVERAL && areas.includes('auth')) return 'parts'
  if (areas.length >= COMMON) return 'common'
  if (areas.length >= SEVERAL) return 'work'
  // What the shell needs on every page may stand with what it fetches late, whichever area needs it, too.
  if (areas.length === 2) return areas.includes('app') ? 'late' : areas.join('-')
  const pages = [...new Set(places.flatMap(({ page }) => page ?? []))]
  if (pages.length === 0) return areas[0] === 'app' && users.length > 1 ? 'late' : null
  return pages.length === 1 ? `${areas[0]}-${pages[0]}` : `${areas[0]}`
}

interface Uses {
  main: ReadonlySet<string>
  admin: ReadonlySet<string>
  host: ReadonlySet<string>
  home: ReadonlySet<string>
  /** Of what the first page goes without: the file it stands in. */
  later: ReadonlyMap<string, string | null>
}

function usesIn(context: Context): Uses {
  const known = new Map<string, readonly string[]>()
  const imports = (id: string) => {
    const found = known.get(id) ?? importsOf(id, context)
    known.set(id, found)
    return found
  }
  const of = (path: string) => needsOf(`${SOURCE}app/${path}`, imports)
  const first = {
    main: of('main.tsx'),
    admin: of('admin-host.tsx'),
    host: of('app-host.tsx'),
    home: of('home-page.tsx'),
  }
  const users = new Map<string, string[]>()
  for (const entry of lateEntries(context)) {
    for (const id of needsOf(entry, imports)) users.set(id, [...(users.get(id) ?? []), entry])
  }
  return { ...first, later: new Map([...users].map(([id, entries]) => [id, fileOf(entries)])) }
}

/**
 * The small parts of the first page in two files instead of fifty, as they compress far better together; the admin's
 * host loads the first of them. The rest stands together by who needs it, so that a page is a handful of files.
 */
export function chunksByUse(): Name {
  let uses: Uses | undefined
  return (id, context) => {
    uses ??= usesIn(context)
    const { main, admin, host, home, later } = uses
    if (main.has(id)) return null
    const isFirst = host.has(id) || home.has(id)
    if (!isFirst || (!OWN.test(id) && UNUSED_AT_FIRST.test(id))) return later.get(id) ?? null
    if (!OWN.test(id)) return null
    return admin.has(id) ? 'base' : 'shell'
  }
}
