import type { ComponentType } from "react";
import type { Crumb } from "@/kit/Breadcrumb";

/** A screen's props: the parameters of its path. */
export interface ScreenProps {
  params: Readonly<Record<string, string | undefined>>;
}

/** A screen whose module is loaded when it is first opened; once loaded it renders without a fallback. */
export interface Screen {
  /** Resolves to the component; rejects if its file cannot be loaded. */
  load: () => Promise<ComponentType<ScreenProps>>;
  /** The component if it is loaded, else null. */
  loaded: () => ComponentType<ScreenProps> | null;
}

/**
 * Declares a lazy screen, the default export of its module. React.lazy would suspend once even for
 * a loaded module, and show its fallback for a moment.
 */
export function screen(load: () => Promise<{ default: ComponentType<ScreenProps> }>): Screen {
  let component: ComponentType<ScreenProps> | null = null;
  let loading: Promise<ComponentType<ScreenProps>> | null = null;
  return {
    loaded: () => component,
    load: () => {
      loading ??= load().then(
        (module) => {
          component = module.default;
          return component;
        },
        (error) => {
          // The next call loads again.
          loading = null;
          throw error;
        },
      );
      return loading;
    },
  };
}

/** Who may open a route (SPEC.md section 2 "Route guards"). */
export type Audience =
  /** Everybody. */
  | "public"
  /** Only who is not signed in; others go to /mypage (no-auth guard). */
  | "login"
  /** Who is signed in; others go to /login (authenticated guard). */
  | "default"
  /** As default, and FIN; others see 404 (financial guard). */
  | "FIN"
  /** Everybody: the server checks the key in the address. */
  | "key"
  /** The office's console: its screens have a sign-in and a frame of their own (office/page). */
  | "office"
  /** Everybody, without a frame. */
  | "bare";

export type LayoutName = "default" | "public" | "login" | "office" | "bare";

/** One row of the route table. */
export interface Route {
  /** As in SPEC.md section 2, in wouter's notation: `/buyer-company/:id?`. */
  path: string;
  /** Title of the tab and the last crumb, unless the screen sets one (lib/title). */
  title: string;
  audience: Audience;
  layout: LayoutName;
  screen: Screen;
  /** What who works on lending alone sees here (team.md 2): this screen, the same as the others, or 404. */
  lending?: Screen | "same";
  /** His crumbs, where they are others. */
  lendingCrumbs?: readonly Crumb[];
  /** Crumbs between HOME and this page. */
  crumbs?: readonly Crumb[];
}
