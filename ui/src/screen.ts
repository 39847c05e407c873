import type { ComponentType } from "react";
import type { Crumb } from "@/kit/Breadcrumb";

/** What a screen gets: the parameters of its path. */
export interface ScreenProps {
  params: Readonly<Record<string, string | undefined>>;
}

/** A screen that is loaded when it is first wanted, and rendered without a fallback once it is. */
interface Screen {
  /** Resolves to the component; rejects when its file cannot be had. */
  load: () => Promise<ComponentType<ScreenProps>>;
  /** The component where it is there already. */
  loaded: () => ComponentType<ScreenProps> | null;
}

/**
 * Declares a lazy screen. The module exports it as default. React.lazy would suspend once
 * even for a module that is there, and flash its fallback.
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
          // The next try asks the network again.
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
  /** Everybody: the key in the address is the right, and the server judges it. */
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
  /** Names the tab, and the last crumb unless the screen says better (lib/title). */
  title: string;
  audience: Audience;
  layout: LayoutName;
  screen: Screen;
  /** Crumbs between HOME and this page. */
  crumbs?: readonly Crumb[];
}
