/**
 * Loaded by API and worker before anything else: the same program, but how long runs and instances took is neither
 * counted nor kept, nor when a task was begun. What is left out has to be found where it stands, or nothing begins.
 */
import { registerHooks } from 'node:module'

/** By the end of a compiled file's address: what stands there, and what stands there instead. */
const LEFT_OUT: Record<string, [stands: string, instead: string][]> = {
  '/areas/instances/engine/turn.queries.js': [
    ['const putRuns = (closes) =>', 'const putRuns = (_, closes = false) =>'],
    ['const standing = (touched, ended) =>', 'const standing = (touched, _, ended = false) =>'],
  ],
  '/areas/tasks/task-write.queries.js': [["BEGUN.includes(change.status ?? '')", 'false']],
}

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const file = Object.keys(LEFT_OUT).find((end) => url.endsWith(end))
    if (file === undefined || !loaded.source) return loaded
    let source = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source)
    for (const [stands, instead] of LEFT_OUT[file] ?? []) {
      if (!source.includes(stands)) throw new Error(`${stands} stands nowhere in ${url}`)
      source = source.replace(stands, instead)
    }
    return { ...loaded, source }
  },
})
