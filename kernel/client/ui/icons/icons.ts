import {
  Bell,
  ChartColumn,
  Compass,
  FilePlus,
  Grid2x2,
  House,
  Inbox,
  Key,
  List,
  Map,
  Plus,
  Puzzle,
  Settings,
  Shield,
  Users,
} from 'lucide-react';
import { RoadIcon } from './road-icon.tsx';

/** The icons of the menu, loaded with the first screen; `lazy-icons.ts` has those that load on demand. */
export const icons = {
  bell: Bell,
  chart: ChartColumn,
  compass: Compass,
  'file-plus': FilePlus,
  grid: Grid2x2,
  home: House,
  inbox: Inbox,
  key: Key,
  list: List,
  map: Map,
  plus: Plus,
  puzzle: Puzzle,
  road: RoadIcon,
  settings: Settings,
  shield: Shield,
  users: Users,
} as const;

/** Whether the icon of that name is loaded with the first screen. */
export function isEagerIcon(name: string): name is keyof typeof icons {
  return Object.hasOwn(icons, name);
}
