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
  type LucideProps,
  Mail,
  Map,
  Plus,
  Puzzle,
  Settings,
  Shield,
  Users,
} from 'lucide-react';

/** The icons that are loaded with the first screen, such as those of the menu; `lazy-icons.tsx` has the others. */
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
  mail: Mail,
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

/** An icon of a road, in the style of the other icons. */
export function RoadIcon({ size = 24, strokeWidth = 2, absoluteStrokeWidth: _unused, ...rest }: LucideProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...rest}
    >
      <path d="M4.5 21 9 3M19.5 21 15 3M12 4v2.5M12 10.5v2.5M12 17v3" />
    </svg>
  );
}
