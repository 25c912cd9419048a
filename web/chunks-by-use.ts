import type { Rolldown } from 'vite'

type Name = Rolldown.CodeSplittingNameFunction
type Context = Parameters<Name>[1]

const OWN =
  /\/web\/src\/|\/contracts\/src\/(client|call-keys|endpoint|errors|auth|tasks)\.ts$|\/node_modules\/lucide-react\//
/** What only pages about work have, but for the keys by which the live connection refreshes them. */
const ABOUT_WORK = /\/contracts\/src\/tasks\.ts$|\/src\/(app\/home-page\.tsx|areas\/.*(?<!\.keys\.ts))$/

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

/** A module and all that it cannot do without. */
function needsOf(path: string, context: Context): Set<string> {
  const needs = new Set([`${import.meta.dirname}/src/app/${path}`])
  for (const id of needs) {
    const module = context.getModuleInfo(id)
    for (const needed of module?.importedIds ?? []) {
      const icons = ICONS_MODULE.test(needed) && context.getModuleInfo(needed)
      for (const one of icons ? iconsOf(module?.code ?? '', icons) : [needed]) needs.add(one)
    }
  }
  return needs
}

/**
 * The small parts of the first page in three files instead of fifty, as they compress far better together. The admin's
 * host loads the first of them, pages that are not about work the first two; the rest of the web has files of its own.
 */
export function chunksOfTheFirstPage(): Name {
  const needs = new Map<string, ReadonlySet<string>>()
  return (id, context) => {
    const isNeededBy = (path: string) => {
      const known = needs.get(path) ?? needsOf(path, context)
      needs.set(path, known)
      return known.has(id)
    }
    if (!OWN.test(id) || isNeededBy('main.tsx') || isNeededBy('marketing-host.tsx')) return null
    const host = isNeededBy('app-host.tsx')
    if (!host && !isNeededBy('home-page.tsx')) return null
    if (isNeededBy('admin-host.tsx')) return 'base'
    return host || !ABOUT_WORK.test(id) ? 'shell' : 'home'
  }
}
