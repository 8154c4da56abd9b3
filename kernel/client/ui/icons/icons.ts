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

/** The icons of the menu, that stand on the first screen; a manifest may name those of `lazy-icons.ts` too, which come when one is drawn. */
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

/** Whether there is an icon of that name at hand. */
export function isEagerIcon(name: string): name is keyof typeof icons {
  return Object.hasOwn(icons, name);
}
