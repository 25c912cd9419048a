import '../styles/app.css'
import { hostKind, readHosts } from './hosts.ts'
import { texts } from './texts.ts'

const applications = {
  app: () => import('./app-host.tsx'),
  admin: () => import('./admin-host.tsx'),
}

async function start(place: HTMLElement) {
  try {
    const application = await applications[hostKind(readHosts())]()
    application.mount(place)
  } catch (error) {
    place.className = 'grid h-dvh place-items-center p-6 text-center text-md'
    place.textContent = texts.start.failed
    throw error
  }
}

const place = document.getElementById('root')
if (place) void start(place)
