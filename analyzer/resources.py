"""Where the files that come with the package are found."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def data_path(*parts: str) -> Path:
    """Path of a shipped file or folder: house-rule presets, fitted models, reference sets.

    Parameters
    ----------
    *parts
        Names below the data folder, such as ``"rules", "cutu", "standard.toml"``; none gives
        the data folder itself.  The path is not checked for existence.

    Returns
    -------
    Path
        Inside the package when it was installed from a wheel, in ``data/`` beside the package
        in a checkout.

    Raises
    ------
    FileNotFoundError
        When neither folder exists: the installation is incomplete.

    Examples
    --------
    >>> data_path("rules", "cutu").name
    'cutu'
    """
    for folder in (_PACKAGE / "data", _PACKAGE.parent / "data"):
        if folder.is_dir():
            return folder.joinpath(*parts)
    raise FileNotFoundError(
        f"the data folder of the analyzer is missing beside or inside {_PACKAGE}; install it again"
    )
