export type HostKind = 'app' | 'admin'
type Hosts = Record<HostKind | 'www' | 'usercontent', string>

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

/** Which application answers here. The marketing host has a page of its own, which is none of them. */
export const hostKind = (hosts: Hosts, host: string = location.host): HostKind =>
  host === hosts.admin ? 'admin' : 'app'

export const hostUrl = (kind: keyof Hosts): string => `${location.protocol}//${readHosts()[kind]}`
