import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cache, folder, isRoot } from './places.ts'
import { ask, run } from './run.ts'
import { say } from './say.ts'

/** Which of the packages that a build needs are not installed; none when the build is already cached. */
export async function lackingPackages(names: string[], cacheName: string): Promise<string[]> {
  if (existsSync(join(cache, cacheName))) return []
  const states = await Promise.all(names.map((name) => ask('dpkg-query', ['-W', '-f', '${db:Status-Status}', name])))
  return names.filter((_, index) => states[index] !== 'installed')
}

export async function install(packages: string[]): Promise<void> {
  if (packages.length === 0) return
  const list = packages.join(' ')
  if (!isRoot) throw new Error(`These Debian packages are missing. Run: sudo apt-get install -y ${list}`)
  say('debian', `installing ${list} (about a minute)`)
  await run('apt-get', ['update'])
  const options = ['-y', '--no-install-recommends']
  await run('apt-get', ['install', ...options, ...packages], { env: { DEBIAN_FRONTEND: 'noninteractive' } })
}

/** The Debian mirror this machine already uses, in either format of apt's source lists. */
function mirror(): string {
  const lists = '/etc/apt/sources.list.d'
  const files = [
    '/etc/apt/sources.list',
    ...(existsSync(lists) ? readdirSync(lists).map((name) => join(lists, name)) : []),
  ]
  for (const file of files.filter((name) => existsSync(name))) {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const address = /^(?:URIs:|deb(?:-src)?(?: \[[^\]]*\])?)\s+(\S+\/debian)\/?(?:\s|$)/.exec(line)?.[1]
      if (address) return address
    }
  }
  throw new Error('no Debian mirror found in the apt sources of this machine')
}

/** Fetches a source package of another Debian release, leaving the machine's own lists as they are. */
export async function sourceMirror(suite: string, into: string, wanted: string): Promise<void> {
  const lists = folder(into, 'apt/lists/partial')
  const sources = join(into, 'apt/sources.list')
  const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg'
  writeFileSync(sources, `deb-src [signed-by=${keyring}] ${mirror()} ${suite} main\n`)
  const settings = {
    'Dir::Etc::SourceList': sources,
    'Dir::Etc::SourceParts': '-',
    'Dir::State::Lists': join(lists, '..'),
    'Dir::Cache': folder(into, 'apt/cache'),
    'APT::Sandbox::User': '',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])
  await run('apt-get', [...options, 'update'])
  await run('apt-get', [...options, 'source', '--download-only', wanted], { cwd: into })
}
