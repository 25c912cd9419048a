export type HostKind = 'app' | 'admin' | 'www'
type Hosts = Record<HostKind | 'usercontent', string>

/** The development server does not know the configuration: there the first label of the host name decides. */
function guessed(host: string): Hosts {
  const rest = host.replace(/^(app|admin|www|usercontent)\./, '')
  return { app: `app.${rest}`, admin: `admin.${rest}`, www: `www.${rest}`, usercontent: `usercontent.${rest}` }
}

/** Host names with port, from the page that the api process served. */
export function readHosts(page: Document = document, host: string = location.host): Hosts {
  const content = page.querySelector('meta[name="tl-hosts"]')?.getAttribute('content')
  return content ? JSON.parse(content) : guessed(host)
}

/** Which application answers here. Any host we do not know is the marketing site. */
export function hostKind(hosts: Hosts, host: string = location.host): HostKind {
  if (host === hosts.app) return 'app'
  return host === hosts.admin ? 'admin' : 'www'
}

export const hostUrl = (kind: HostKind): string => `${location.protocol}//${readHosts()[kind]}`
